import * as z from 'zod/mini';

/** A failure in the web app, posted to the configured error-reporting address. */
export const errorReport = z.object({
  /** `<ACTION>_FAILED`. */
  action: z.string().check(z.maxLength(120), z.regex(/^[A-Z0-9_]+_FAILED$/)),
  message: z.string().check(z.maxLength(2_000)),
  stack: z.optional(z.string().check(z.maxLength(20_000))),
  /** Path of the page, without the query, which may contain tokens. */
  page: z.string().check(z.maxLength(500)),
  correlationId: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(z.int()),
  release: z.optional(z.string().check(z.maxLength(100))),
});
export type ErrorReport = z.infer<typeof errorReport>;

/** Built-in sink, used unless the configuration names another. */
export const ERROR_REPORTS_PATH = '/api/failures';
