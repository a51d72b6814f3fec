"""What people are told and shown: facts, boards, choices and refusals."""

from .board import describe, describe_own, name_kind
from .choices import choices
from .explaining import explain, why_alone, why_not
from .facts import tell, tell_deal, tell_result
from .statistics import statistics
