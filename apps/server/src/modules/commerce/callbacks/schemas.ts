import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = path.resolve(import.meta.dirname, '../../../../../../docs/schemas');
/** The forms in which businesses and we write to each other, as docs publish them. */
const SCHEMAS = {
  'callbacks.schema.json': 'application/schema+json; charset=utf-8',
  'callbacks.xsd': 'application/xml; charset=utf-8',
  'orders.xsd': 'application/xml; charset=utf-8',
} as const;

/** `/schemas/…`: what the pages of businesses link to. */
export function mountSchemas(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(SCHEMAS)) {
    app.get(`/schemas/${name}`, async (_request, reply) =>
      reply.type(type).send(await readFile(path.join(FOLDER, name))),
    );
  }
}
