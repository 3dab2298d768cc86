"""The presets and the club's own rulesets as people see them: the choices, their settings, and examples."""
