import { type Endpoint, ID_BATCH_SIZE, type RequestOf, type ResponseOf } from '@keepsake/contracts';
import { ApiProblem, isNotAccepted, isSignInTooOld } from './api-problem.ts';
import { buildUrl } from './build-url.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { type Outgoing, sendRequest } from './send-request.ts';

type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The request is sent even if the page is closed meanwhile; its body is small. */
  outlivesPage?: boolean;
};
/** What creates has to be named, so that it can be repeated: by the key of the press that asks for it. */
type OptionsOf<E extends Endpoint> =
  NonNullable<E['idempotencyKey']> extends never
    ? [options?: Omit<CallOptions, 'idempotencyKey'>]
    : [options: CallOptions & { idempotencyKey: string }];
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Calls an endpoint of the contract and returns its parsed answer. Throws an ApiProblem, or the abort reason
 * of the signal. A refused token is renewed once, silently, and the call repeated.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  ...[options]: OptionsOf<E>
): Promise<ResponseOf<E>> {
  const { signal, idempotencyKey, outlivesPage }: CallOptions = options ?? {};
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
  const facts = { status: response.status, url, correlationId, endpoint: endpoint.name };
  const text = await readText(response, facts, signal);
  return parseAnswer(endpoint, text, facts) as ResponseOf<E>;
}

type CustomersRequest = Omit<Outgoing, 'token' | 'idToken'>;

/**
 * Sends with the customer's token. A refused one is renewed once, and a sign-in that is too old for this made anew once;
 * then the request is repeated.
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

/** Some providers renew tokens of a session that they have told the server to end. */
function refusedAgain(refusal: ApiProblem): ApiProblem {
  if (refusal.code === 'unauthenticated') requireConnection().expire?.();
  return refusal;
}

/** Whether the refused request can be sent again. */
async function regainAccess(refusal: ApiProblem): Promise<boolean | undefined> {
  const { renewAccess, signInAgain, notAccepted } = requireConnection();
  if (isNotAccepted(refusal)) return notAccepted?.(refusal) ?? false;
  return isSignInTooOld(refusal) ? signInAgain?.() : renewAccess();
}

type Facts = { status: number; url: string; correlationId: string; endpoint: string };

/** The answer's text; if it breaks off, the network has failed, not the server. */
async function readText(response: Response, facts: Facts, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiProblem({ ...facts, status: 0, code: 'network' }, { cause });
  }
}

function parseAnswer(endpoint: Endpoint, text: string, facts: Facts): unknown {
  if (!endpoint.response) return undefined;
  const parsed = endpoint.response.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ApiProblem({ ...facts, code: 'invalid-response' }, { cause: parsed.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What calls need from the configuration and the session; set once, before the first call. */
type ApiConnection = {
  /** Service name -> base address. */
  services: Record<string, string>;
  /** The token of the signed-in customer, renewed first if it has expired; null if nobody is signed in. */
  accessToken: () => Promise<string | null>;
  /** Renews a token that the server refused; true if another try makes sense. */
  renewAccess: () => Promise<boolean>;
  /** Asks the customer to sign in anew, over the page; false if they would rather not. Absent where nobody signs in. */
  signInAgain?: () => Promise<boolean>;
  /** Tells when the customer signed in, to a provider's own access tokens that do not. */
  idToken?: () => Promise<string | null>;
  /** Is told that a token which was just renewed is refused as well. */
  expire?: () => void;
  /** Is told of a token of a kind that the server does not take, which no renewal changes. */
  notAccepted?: (problem: ApiProblem) => false;
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

/** Fetches a file as the customer, by GET [API-08]. Throws an ApiProblem. */
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

/** Lets the browser save what is at an address; it shows the progress and can resume. An empty name keeps the server's. */
export function saveAs(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Ids in batches that one call accepts, in order. Everything that sends the ids of a selection uses them. */
export function* idBatches<Id extends string>(
  ids: readonly Id[],
  size: number = ID_BATCH_SIZE,
): Generator<readonly Id[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}
