-- {ID} and {BYTES} are what the two systems write differently.

CREATE TABLE student (
    id {ID},
    name TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL DEFAULT '',
    repository TEXT NOT NULL DEFAULT '',
    is_active BIGINT NOT NULL DEFAULT 1,
    is_paused BIGINT NOT NULL DEFAULT 0,
    is_broken BIGINT NOT NULL DEFAULT 0,
    wants_mail BIGINT NOT NULL DEFAULT 1,
    link_number BIGINT NOT NULL DEFAULT 0,
    link_hash TEXT NOT NULL UNIQUE,
    last_run_at BIGINT,
    extension BIGINT NOT NULL DEFAULT 0,
    frozen_push BIGINT
);

CREATE TABLE push (
    id {ID},
    student BIGINT NOT NULL REFERENCES student (id),
    commit_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    submission TEXT
);
CREATE INDEX push_by_student ON push (student, id);
CREATE INDEX push_unread ON push (id) WHERE submission IS NULL;

CREATE TABLE run (
    id {ID},
    student BIGINT NOT NULL REFERENCES student (id),
    push BIGINT NOT NULL REFERENCES push (id),
    through TEXT NOT NULL,
    state TEXT NOT NULL,
    queued_at BIGINT NOT NULL,
    is_pinned BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    lease TEXT,
    lease_until BIGINT,
    worker TEXT,
    started_at BIGINT,
    finished_at BIGINT,
    record TEXT,
    outcome TEXT,
    changed BIGINT NOT NULL DEFAULT 0
);
-- One pending run and one at work for each student: the database itself refuses a second one.
CREATE UNIQUE INDEX run_waiting ON run (student) WHERE state = 'waiting';
CREATE UNIQUE INDEX run_leased ON run (student) WHERE state = 'leased';
CREATE INDEX run_done ON run (student, id) WHERE state = 'done';
CREATE INDEX run_finished ON run (finished_at);

CREATE TABLE chunk (
    hash TEXT PRIMARY KEY,
    bytes {BYTES} NOT NULL
);

CREATE TABLE letter (
    id {ID},
    student BIGINT REFERENCES student (id),
    cause TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    sent_at BIGINT,
    said TEXT NOT NULL DEFAULT ''
);
CREATE INDEX letter_due ON letter (next_at) WHERE state = 'waiting';

CREATE TABLE delivery (
    id TEXT PRIMARY KEY,
    received_at BIGINT NOT NULL
);

CREATE TABLE staff (
    name TEXT PRIMARY KEY,
    password TEXT NOT NULL
);

CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    staff TEXT NOT NULL,
    csrf TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE audit (
    id {ID},
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
);

CREATE TABLE worker (
    name TEXT PRIMARY KEY,
    seen_at BIGINT NOT NULL,
    version TEXT NOT NULL,
    place TEXT NOT NULL,
    finished BIGINT NOT NULL DEFAULT 0

);

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
