package rules

// soundSkill is the good example of rules whose bad one needs no counterpart
// of its own: a skill with which nothing is wrong.
const soundSkill = "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n"
