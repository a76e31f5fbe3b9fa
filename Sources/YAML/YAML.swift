// YAML.
