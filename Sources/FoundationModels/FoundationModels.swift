// FoundationModels.
