// Platform.
