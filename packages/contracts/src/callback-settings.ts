import * as z from 'zod/mini';

/** Formats of callbacks, described by docs/callbacks.schema.json and docs/callbacks.xsd. */
export const CALLBACK_FORMATS = ['json', 'xml'] as const;
export const callbackFormat = z.enum(CALLBACK_FORMATS);
export type CallbackFormat = z.infer<typeof callbackFormat>;

/** An address as typed; the server validates it when it is saved and again before each call. */
export const callbackUrl = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.transform((typed) => typed.trim()),
);
