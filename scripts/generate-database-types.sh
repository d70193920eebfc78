#!/bin/sh
# Writes the row types of a migrated database: DATABASE_URL=postgres://… scripts/generate-database-types.sh
set -eu
cd "$(dirname "$0")/.."
kysely-codegen --dialect postgres --url "$DATABASE_URL" --date-parser string --default-schema public --exclude-pattern '{kysely_*,graphile_worker.*}' \
  --type-mapping '{"int8":"number","timestamp":"string"}' \
  --out-file apps/server/src/platform/database/database-types.ts
