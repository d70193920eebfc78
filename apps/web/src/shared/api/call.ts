import { buildUrl } from '@keepsake/contracts/platform/build-url';
import type { Endpoint, RequestOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { ID_BATCH_SIZE } from '@keepsake/contracts/platform/limits';
import { parseJson } from '../json.ts';
import type { Session } from '../session.ts';
import { ApiProblem, isNotAccepted, isSignInTooOld } from './api-problem.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { type Outgoing, sendRequest } from './send-request.ts';

type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Sends the request even if the page is closed meanwhile; for small bodies only. */
  outlivesPage?: boolean;
  /** Names the call once it is answered, for an answer that says what the server could not do. */
  onAnswer?: (details: Details) => void;
};
/** A creating call requires the idempotency key of the press that triggered it, so that it can be repeated. */
type OptionsOf<E extends Endpoint> =
  NonNullable<E['idempotencyKey']> extends never
    ? [options?: Omit<CallOptions, 'idempotencyKey'>]
    : [options: CallOptions & { idempotencyKey: string }];
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Calls an endpoint of the contract and returns its parsed response. Throws an ApiProblem, or the abort reason of the signal. A
 * rejected token is renewed silently and the call repeated, once.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  ...[options]: OptionsOf<E>
): Promise<ResponseOf<E>> {
  const { signal, idempotencyKey, outlivesPage, onAnswer }: CallOptions = options ?? {};
  const { params, query, body } = request as Parts;
  const base = requireConnection().services[endpoint.service];
  if (base === undefined) throw new Error(`The configuration has no service ${endpoint.service}`);
  const url = buildUrl(base, endpoint.path, params, query);
  const sent = { body, idempotencyKey, signal, outlivesPage };
  const { name, method, recentSignIn, idToken } = endpoint;
  const outgoing = { endpoint: name, method, url, ...sent };
  const send = () =>
    endpoint.access === 'public'
      ? sendRequest({ ...outgoing, token: null })
      : sendAsCustomer(outgoing, { hasIdToken: recentSignIn !== undefined || idToken });
  const early = method === 'GET' ? await takeEarlyAnswer(url)?.catch(() => null) : null;
  const { response, correlationId } = early ?? (await send());
  const details = { status: response.status, url, correlationId, endpoint: endpoint.name };
  onAnswer?.(details);
  const text = await readText(response, details, signal);
  return parseAnswer(endpoint, text, details) as ResponseOf<E>;
}

type CustomersRequest = Omit<Outgoing, 'token' | 'idToken'>;

/**
 * Sends with the customer's token, and repeats the request at most once after renewing a rejected token and once after a new
 * sign-in, if the last one is too old for this call.
 */
async function sendAsCustomer(request: CustomersRequest, { hasIdToken = false } = {}) {
  const { accessToken, idToken } = requireConnection();
  const tried = new Set<string>();
  for (;;) {
    try {
      const proof = hasIdToken ? await idToken?.() : null;
      return await sendRequest({ ...request, token: await accessToken(), idToken: proof });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      if (tried.has(error.code)) throw refusedAgain(error);
      tried.add(error.code);
      if (!(await regainAccess(error))) throw error;
    }
  }
}

/** Some providers keep renewing tokens of a session that they have told the server to end. */
function refusedAgain(refusal: ApiProblem): ApiProblem {
  if (refusal.code === 'unauthenticated') requireConnection().expire?.();
  return refusal;
}

/** Whether the rejected request can be sent again. */
async function regainAccess(refusal: ApiProblem): Promise<boolean | undefined> {
  const { renewAccess, signInAgain, notAccepted } = requireConnection();
  if (isNotAccepted(refusal)) return notAccepted?.(refusal) ?? false;
  return isSignInTooOld(refusal) ? signInAgain?.() : renewAccess();
}

type Details = { status: number; url: string; correlationId: string; endpoint: string };

/** Reads the response's text; an interrupted body is a network failure, not an invalid response. */
async function readText(response: Response, details: Details, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiProblem({ ...details, status: 0, code: 'network' }, { cause });
  }
}

function parseAnswer(endpoint: Endpoint, text: string, details: Details): unknown {
  if (!endpoint.response) return undefined;
  const parsed = endpoint.response.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ApiProblem({ ...details, code: 'invalid-response' }, { cause: parsed.error });
}

/** What calls need from the configuration and the session; set once, before the first call. */
type ApiConnection = {
  /** Service name -> base address. */
  services: Record<string, string>;
  /** The signed-in customer's token, renewed if it has expired; null if nobody is signed in. */
  accessToken: () => Promise<string | null>;
  /** Renews a token that the server rejected; true if another attempt makes sense. */
  renewAccess: () => Promise<boolean>;
  /** Asks the customer to sign in again in a window over the page; false if they decline. Absent on pages without sign-in. */
  signInAgain?: () => Promise<boolean>;
  /** The ID token, which says when the customer signed in, for providers whose access tokens do not. */
  idToken?: () => Promise<string | null>;
  /** Called when a freshly renewed token is rejected as well. */
  expire?: () => void;
  /** Called when the server rejects the kind of token, which renewing cannot fix. */
  notAccepted?: Session['notAccepted'];
};

let connection: ApiConnection | undefined;

/** Connects `call` to the configured services and the session. */
export function connectApi(given: ApiConnection): void {
  connection = given;
}

export function requireConnection(): ApiConnection {
  if (!connection) throw new Error('Calls need connectApi first');
  return connection;
}

/** Fetches a file with the customer's token [API-08]. Throws an ApiProblem. */
export async function downloadBlob(url: string, options: { signal?: AbortSignal } = {}): Promise<Blob> {
  const { response } = await sendAsCustomer({
    endpoint: 'downloadBlob',
    method: 'GET',
    url,
    isFile: true,
    ...options,
  });
  return response.blob();
}

/** Has the browser download an address; the browser shows progress and can resume. An empty name keeps the server's. */
export function saveAs(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Ids in batches accepted by one call, in order. Used by everything that sends the ids of a selection. */
export function* idBatches<Id extends string>(
  ids: readonly Id[],
  size: number = ID_BATCH_SIZE,
): Generator<readonly Id[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}
