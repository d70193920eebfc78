import { vatCountryOf } from '@keepsake/contracts/account/vat-ids';
import * as z from 'zod';
import { parseSentJson } from '../../../platform/sent-json.ts';

/** The register's answer about a VAT id. `unavailable` says nothing about the id: it is asked again later. */
export type ViesAnswer =
  | {
      state: 'valid';
      consultationNumber: string | null;
      /** Null if the country does not disclose it. */
      name: string | null;
      address: string | null;
    }
  | { state: 'invalid' }
  | { state: 'unavailable'; reason: string };

/** Asks about a normalised VAT id. Never throws. */
export type AskVies = (vatId: string) => Promise<ViesAnswer>;

type Options = {
  /** Base address of its REST interface; requests are posted to `check-vat-number` below it. */
  url: string;
  /** The retailer's own VAT id: with it, answers include a consultation number, which proves them. */
  requester: string | null;
  timeoutMs?: number;
};

/** Countries take a while to answer, and only a job waits for this. */
const TIMEOUT_MS = 20_000;
const MAX_VIES_BYTES = 64 * 1024;

const text = z.string().nullish();
const answer = z.union([
  z.object({
    valid: z.boolean(),
    requestIdentifier: text,
    name: text,
    address: text,
    /** VALID and INVALID; anything else means that no answer was available. */
    userError: text,
  }),
  z.object({
    actionSucceed: z.literal(false),
    errorWrappers: z.array(z.object({ error: z.string() })),
  }),
]);

/** The European Commission's VIES through its REST interface, or a compatible service. */
export function createVies({ url, requester, timeoutMs = TIMEOUT_MS }: Options): AskVies {
  const address = `${url.replace(/\/$/, '')}/check-vat-number`;
  return async (vatId) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(questionOf(vatId, requester)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await readLimited(response);
      return answerOf(answer.parse(parseSentJson(body)), vatId);
    } catch (error) {
      return { state: 'unavailable', reason: reasonOf(error) };
    }
  };
}

function questionOf(vatId: string, requester: string | null) {
  const of = (id: string) => [vatCountryOf(id), id.slice(2)];
  const [countryCode, vatNumber] = of(vatId);
  const [requesterMemberStateCode, requesterNumber] = requester ? of(requester) : [];
  return { countryCode, vatNumber, requesterMemberStateCode, requesterNumber };
}

/** An error of a country or of the register says nothing about the id, except that its format is invalid. */
function answerOf(given: z.infer<typeof answer>, vatId: string): ViesAnswer {
  if ('errorWrappers' in given) {
    const reason = given.errorWrappers.map(({ error }) => error).join(', ') || 'it failed';
    return reason === 'INVALID_INPUT' ? { state: 'invalid' } : { state: 'unavailable', reason };
  }
  const { valid, requestIdentifier, name, address, userError } = given;
  if (valid) {
    const consultationNumber = requestIdentifier || null;
    return { state: 'valid', consultationNumber, name: notified(name), address: notified(address) };
  }
  const isStated = !userError || /^INVALID(_INPUT)?$/.test(userError);
  return isStated
    ? { state: 'invalid' }
    : { state: 'unavailable', reason: `${vatCountryOf(vatId)}: ${userError}` };
}

/** Countries that disclose no name write '---'. */
const notified = (value: string | null | undefined) =>
  value && /[\p{L}\d]/u.test(value) ? value.replace(/\s*\n\s*/g, ', ').trim() : null;

async function readLimited({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_VIES_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A short reason for people to read in a list, without what was sent. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  if (error instanceof SyntaxError || name === 'ZodError') return 'an answer that cannot be read';
  const { code } = (cause ?? {}) as { code?: string };
  return code ?? message.slice(0, 200);
}
