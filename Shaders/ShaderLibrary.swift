// embedded shader files
