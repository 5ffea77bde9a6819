-- A library of cards of one game, read by Rulebook.  All spans ("starts", "ends") are half-open and
-- count code points of cards.text, from 0.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,       -- game, edition, rulebook (its version)
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The files that the cards came from.
CREATE TABLE sources (
  source INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  columns TEXT NOT NULL        -- JSON: which column of the file each field is
);

-- A row for each card, with its text as in the file.
CREATE TABLE cards (
  card INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,     -- as in the file
  name TEXT,
  type TEXT,
  colour TEXT,
  level INTEGER,               -- a number if the file has one
  text TEXT NOT NULL,          -- abilities, each on a line of its own
  owner TEXT,                  -- who owns the text, as the file says
  more TEXT,                   -- JSON: the other columns of the file
  status TEXT NOT NULL,        -- how far it is understood: parsed, partial, failed
  coverage REAL NOT NULL,      -- the share of its characters that are understood
  words TEXT NOT NULL,         -- name and text in normal form (NFKC, lower case), for searching
  source INTEGER NOT NULL REFERENCES sources,
  line INTEGER NOT NULL,       -- its line in the file; in JSON, the number of the card
  digest TEXT NOT NULL,        -- of the row in the file, so that only changed cards are read again
  reading TEXT NOT NULL,       -- the code and tables that read it
  run INTEGER NOT NULL         -- the run in which the file last had it
);
CREATE INDEX cards_source ON cards (source);

-- Rows of the files that are not cards, or not cards of this game.
CREATE TABLE rejects (
  source INTEGER NOT NULL REFERENCES sources,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  content TEXT NOT NULL        -- the row; bytes that are not text are escaped
);
CREATE INDEX rejects_source ON rejects (source);

-- The abilities of each card; those that an effect gives are inside the ability that gives them.
CREATE TABLE abilities (
  ability INTEGER PRIMARY KEY,
  card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
  inside INTEGER REFERENCES abilities ON DELETE CASCADE,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  kind TEXT,                   -- the icon of its kind: 【自】
  marks TEXT NOT NULL,         -- its other icons, with spaces between
  keyword TEXT,
  per_turn INTEGER             -- how often in a turn it may be played
);
CREATE INDEX abilities_card ON abilities (card);
CREATE INDEX abilities_inside ON abilities (inside);

-- What the abilities say, part by part: see the views triggers, conditions, costs, effects.
CREATE TABLE parts (
  part INTEGER PRIMARY KEY,
  ability INTEGER NOT NULL REFERENCES abilities ON DELETE CASCADE,
  inside INTEGER REFERENCES parts ON DELETE CASCADE,  -- the part around it: may, if-you-do …
  section TEXT NOT NULL,       -- trigger, condition, playing, cost, effect; event: what an effect refers to
  act TEXT NOT NULL,           -- the type that `rulebook annotate` gives it: draw, put, choose …
  verb TEXT,                   -- the verb of the text, or the moment of a trigger
  passive INTEGER NOT NULL,    -- 1 if it is in the passive: アタックされた
  who TEXT,                    -- who does it: あなた, 相手
  whom TEXT,                   -- the player that it is done to: 相手 of 相手に2ダメージ
  what TEXT,                   -- the sort of thing that it is done to: cards, this-card, players …
  nouns TEXT,                  -- its nouns, with spaces between: キャラ
  owner TEXT,                  -- whose they are: 自分, あなた, 相手
  count INTEGER,               -- how many; a letter if the text has one
  at_most INTEGER NOT NULL,    -- 1 if fewer are allowed
  measure TEXT,                -- of a change: what changes, パワー, ソウル
  amount TEXT,                 -- of a change: by how much
  until TEXT,                  -- how long it lasts
  opened INTEGER NOT NULL,     -- 1 if it comes from the rules of a keyword; the card need not say it
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL
);
CREATE INDEX parts_ability ON parts (ability);
CREATE INDEX parts_inside ON parts (inside);
CREATE INDEX parts_act ON parts (section, act);

-- Zones and keywords as the cards call them, and all their names.
CREATE TABLE words (
  sort TEXT NOT NULL,          -- zone, keyword
  word TEXT NOT NULL,
  concept TEXT,                -- its concept in all games: hand, deck, discard-pile
  PRIMARY KEY (sort, word)
) WITHOUT ROWID;
CREATE TABLE names (
  sort TEXT NOT NULL,
  name TEXT NOT NULL,          -- in normal form, Japanese or English
  word TEXT NOT NULL,
  PRIMARY KEY (sort, name, word),
  FOREIGN KEY (sort, word) REFERENCES words
) WITHOUT ROWID;
CREATE INDEX names_word ON names (sort, word);

-- The zones of a part.
CREATE TABLE part_zones (
  part INTEGER NOT NULL REFERENCES parts ON DELETE CASCADE,
  slot TEXT NOT NULL,          -- from, to; of: where the affected things are
  zone TEXT NOT NULL,          -- as the cards call it
  PRIMARY KEY (part, slot, zone)
) WITHOUT ROWID;

-- The clauses that govern cards.
CREATE TABLE clauses (
  clause TEXT PRIMARY KEY,     -- its number
  heading TEXT NOT NULL
) WITHOUT ROWID;

-- Card to clause: the part of the text that it governs, and in what role.
CREATE TABLE links (
  ability INTEGER NOT NULL REFERENCES abilities ON DELETE CASCADE,
  clause TEXT NOT NULL REFERENCES clauses,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  role TEXT NOT NULL,          -- timing, trigger, cost, step, consequence, definition
  place INTEGER NOT NULL,      -- in a judge's order of the clauses of the ability, from 0
  PRIMARY KEY (ability, clause, starts, ends)
) WITHOUT ROWID;
CREATE INDEX links_clause ON links (clause, role, ability);

-- How each ability is resolved, step by step.
CREATE TABLE steps (
  ability INTEGER NOT NULL REFERENCES abilities ON DELETE CASCADE,
  place INTEGER NOT NULL,      -- the number of the step, from 0
  part TEXT NOT NULL,          -- trigger, play, condition, cost, effect, between, end
  text TEXT NOT NULL,
  who TEXT,                    -- who carries it out or decides
  depth INTEGER NOT NULL,
  general INTEGER NOT NULL,    -- 1 if it is the same for every ability of its kind
  clause TEXT,                 -- the clause that decides it, if it does not apply to every ability
  optional INTEGER NOT NULL,
  clauses TEXT NOT NULL,       -- their numbers, with spaces between; the deciding one first
  PRIMARY KEY (ability, place)
) WITHOUT ROWID;

-- Parts of texts that are not understood.
CREATE TABLE unread (
  card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  reason TEXT NOT NULL         -- what does not fit there; empty if the grammar stops there
);
CREATE INDEX unread_card ON unread (card);

-- The meaning of cards as features (cost:pay-stock, effect:from:山札): cards that share them are similar.
CREATE TABLE features (
  feature INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE card_features (
  feature INTEGER NOT NULL REFERENCES features,
  card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
  PRIMARY KEY (feature, card)
) WITHOUT ROWID;
CREATE INDEX card_features_card ON card_features (card);

-- Full text, in pieces of three characters.
CREATE VIRTUAL TABLE cards_fts USING FTS5 (
  words, content="cards", content_rowid="card", tokenize="trigram"
);
CREATE TRIGGER cards_added AFTER INSERT ON cards BEGIN
  INSERT INTO cards_fts (rowid, words) VALUES (new.card, new.words);
END;
CREATE TRIGGER cards_removed AFTER DELETE ON cards BEGIN
  INSERT INTO cards_fts (cards_fts, rowid, words) VALUES ('delete', old.card, old.words);
END;

CREATE VIEW all_parts AS
  SELECT
    c.id, c.name, p.section, p.act, p.verb, p.passive, p.who, p.whom, p.what, p.nouns, p.owner, p.count, p.at_most, p.measure,
    p.amount, p.until, p.opened,
    (SELECT group_concat(zone, ' ') FROM part_zones z WHERE z.part = p.part AND slot = 'of') AS of_zones,
    (SELECT group_concat(zone, ' ') FROM part_zones z WHERE z.part = p.part AND slot = 'from') AS from_zones,
    (SELECT group_concat(zone, ' ') FROM part_zones z WHERE z.part = p.part AND slot = 'to') AS to_zones,
    substr(c.text, p.starts + 1, p.ends - p.starts) AS words,
    p.part, p.ability, a.card
  FROM parts p JOIN abilities a USING (ability) JOIN cards c USING (card);
CREATE VIEW triggers AS SELECT * FROM all_parts WHERE section = 'trigger';
CREATE VIEW conditions AS SELECT * FROM all_parts WHERE section = 'condition';
CREATE VIEW costs AS SELECT * FROM all_parts WHERE section = 'cost';
CREATE VIEW effects AS SELECT * FROM all_parts WHERE section = 'effect';
CREATE VIEW card_clauses AS
  SELECT
    c.id, c.name, l.clause, l.role, k.heading,
    substr(c.text, l.starts + 1, l.ends - l.starts) AS words, a.card
  FROM links l JOIN abilities a USING (ability) JOIN cards c USING (card) JOIN clauses k USING (clause);
CREATE VIEW unread_parts AS
  SELECT c.id, c.name, substr(c.text, u.starts + 1, u.ends - u.starts) AS words, u.reason, c.card
  FROM unread u JOIN cards c USING (card);
