"""What people are told and shown: facts, boards, choices and refusals."""

from .board import choices, describe, name_kind
from .explaining import explain, why_alone, why_not
from .facts import tell, tell_deal, tell_result
