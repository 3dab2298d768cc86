"""The rulesets a person sees: the presets and the club's own, offered, listed setting by setting, with examples."""
