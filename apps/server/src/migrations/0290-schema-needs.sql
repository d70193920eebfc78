-- Migrations after which nodes of earlier releases cannot work, each with the release that can (ADR 127). The migrating node
-- writes it; a node that starts reads those that it does not know.
create table schema_needs (
  migration text primary key,
  version text not null
);
