import * as z from 'zod/mini';
import { Problem } from '../problem.ts';

/** Checks one part of a request; throws the problem `invalid-request` that names each wrong field. */
export function parsePart<Schema extends z.ZodMiniType>(
  schema: Schema | undefined,
  value: unknown,
  part: string,
): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, 20).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.').slice(0, 200),
    message: issue.message,
  }));
  throw new Problem('invalid-request', { errors });
}
