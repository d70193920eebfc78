import * as z from 'zod/mini';

/** How callbacks are written; docs/callbacks.schema.json and docs/callbacks.xsd describe both. */
export const CALLBACK_FORMATS = ['json', 'xml'] as const;
export const callbackFormat = z.enum(CALLBACK_FORMATS);
export type CallbackFormat = z.infer<typeof callbackFormat>;

/** An address as it was typed; the server judges it, as it does again whenever it calls it. */
export const callbackUrl = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.transform((typed) => typed.trim()),
);
