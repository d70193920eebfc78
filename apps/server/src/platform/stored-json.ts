import * as z from 'zod';
import { StartupError } from './startup-error.ts';

/**
 * JSON that Keepsake itself wrote is not what it wrote. The message names the file, row or secret and where in it the damage is,
 * and quotes nothing of it: it may be secret. At a start the operator reads it alone.
 */
export class DamagedJson extends StartupError {}

/** What JSON keeps of a value: without undefined fields, and with dates as texts. */
export const asStoredJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Parses JSON that Keepsake itself stored, sent to itself or comes with; what others wrote goes through `parseSentJson`. Throws
 * `DamagedJson`, which begins with `place`: 'the secret oidc-jwks'.
 */
export function parseStoredJson<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
  place: string,
): z.output<Schema> {
  return parseStoredColumn(schema, parseOrUndefined(text), place);
}

/** The same of a JSON column, which the database has already read: 'the download 0f3c…' (ADR 124). */
export function parseStoredColumn<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
): z.output<Schema> {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const faults = error.issues
    .slice(0, 3)
    .map((issue) => `${z.core.toDotPath(issue.path)} ${messageOf(issue)}`.trim());
  throw new DamagedJson(`${place} is damaged: ${faults.join('; ')}`);
}

/** A time in JSON that a statement makes of columns: PostgreSQL writes its offset, and more digits than there are milliseconds. */
export const storedTime = z
  .string()
  .transform((text) => new Date(text))
  .pipe(z.date());

/** Without names that nobody expects there: those of fields come from the schema. */
const messageOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'unrecognized_keys' ? 'Unrecognized keys' : message;

/** The same where damage is expected and has its own meaning, such as a text that another release wrote: null then. */
export function findStoredJson<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | null {
  return z.safeParse(schema, parseOrUndefined(text)).data ?? null;
}

/** Without the message of a syntax error, which quotes the text. */
function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
