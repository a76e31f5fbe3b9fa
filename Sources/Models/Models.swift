// Models.
