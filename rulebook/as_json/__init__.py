"""The plain values that go out as JSON, one function for each kind; ``schemas/`` describes them."""

from rulebook.as_json.answers import added_json as added_json
from rulebook.as_json.answers import answers_json as answers_json
from rulebook.as_json.answers import change_json as change_json
from rulebook.as_json.answers import citation_json as citation_json
from rulebook.as_json.answers import edition_json as edition_json
from rulebook.as_json.answers import hit_json as hit_json
from rulebook.as_json.answers import import_json as import_json
from rulebook.as_json.answers import no_answers_json as no_answers_json
from rulebook.as_json.answers import ruling_finding_json as ruling_finding_json
from rulebook.as_json.answers import ruling_json as ruling_json
from rulebook.as_json.answers import traced_json as traced_json
from rulebook.as_json.documents import Plain as Plain
from rulebook.as_json.documents import clause_json as clause_json
from rulebook.as_json.documents import concept_json as concept_json
from rulebook.as_json.documents import definition as definition
from rulebook.as_json.documents import finding_json as finding_json
from rulebook.as_json.documents import game_json as game_json
from rulebook.as_json.documents import reference_json as reference_json
from rulebook.as_json.documents import report_json as report_json
from rulebook.as_json.documents import rulebook_json as rulebook_json
from rulebook.as_json.documents import term_json as term_json
from rulebook.as_json.schema_files import SCHEMAS as SCHEMAS
from rulebook.as_json.schema_files import schema as schema
