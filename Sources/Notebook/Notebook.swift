// Notebook.
