"""Why a shared set of house rules and structures is not read, or cannot be taken in."""

from engine.messages.message import Text, _


class GalleryText(Text):
    NO_FILE = _("This is no shared set of house rules and structures: choose a file that was made in a gallery.")
    TOO_LARGE = _("The file is too large: at most {most} bytes.")
    NO_TEXT = _("The file is no text in UTF-8.")
    NO_JSON = _("The file is no JSON: {why}")
    TWICE = _("The file names {key} twice in one place.")
    VERSION = _("The file is of format version {version}; this Cardhouse reads version {known}.")
    UNSIGNED = _("The file has no signature: ask for one that was made in a gallery.")
    BAD_KEY = _("The key of the file is no public key of Ed25519.")
    TAMPERED = _("The signature does not fit: the file was changed after it was signed.")
    FIELD = _("{field} must be a text of 1 to {most} characters.")
    UNSEEN = _("{field} holds characters that nobody sees.")
    LICENCE = _("The licence must be one of {known} (SPDX), not {licence}.")
    DATE = _("The date must be one such as 2026-07-01.")
    EMPTY = _("The set holds no house rule and no structure.")
    RULES = _("The rules must be an object of values by the rules' full names, at most {most}.")
    VALUE = _("{rule} must be yes or no, a whole number or a text.")
    STRUCTURES = _("The structures must be a list of at most {most} sheets.")
    FRACTION = _("Sets hold whole numbers alone, no fractions.")
    UNKNOWN_RULE = _("There is no house rule {rule}.")
    UNKNOWN_RULE_NEAR = _("There is no house rule {rule}: perhaps {near} is meant.")
    FACT = _("{rule} says what a house is or has, and is not shared.")
    NO_STRUCTURE = _("There is no structure {key}.")
    NOT_ALL = _("Nothing was taken in: {count} things in the set are not right.")
    UNKNOWN_KEY = _(
        "The key of this file is not known here. Compare its fingerprint with the sender, then say that you accept it."
    )
    NO_IMPORT = _("There is no such import.")
    TAKEN_BACK = _("This import was taken back already.")
    NO_KEY = _("There is no such key.")
    NO_SET = _("There is no set {name}; there are {known}.")


class GalleryFieldText(Text):
    TITLE = _("Title")
    AUTHOR = _("Author")
    CLUB = _("Club")
