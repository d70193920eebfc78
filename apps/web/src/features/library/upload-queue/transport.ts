import { type HttpRequest, type HttpResponse, Upload, type UploadOptions } from 'tus-js-client';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { requireConnection } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import { fieldsOf, parseJson } from '#/shared/json.ts';

type Sending = { onProgress: (sent: number) => void; signal: AbortSignal };

/** A file that became a photo. */
export type Committed = {
  imageId: string;
  /** Whether the library already had it. */
  isDuplicate: boolean;
  /** Whether it had been recently deleted, and is back. */
  isRestored?: boolean | undefined;
};

/** How files get to the library: what the queue needs of the uploads service. */
export type Transport = {
  /** Sends all bytes, continuing an earlier attempt; returns the upload's id. */
  send(file: File, sending: Sending): Promise<string>;
  /** Turns the upload into a photo and adds it to the album, if any. A file only counts as saved when this succeeds. */
  commit(
    file: File,
    uploadId: string,
    options: { albumId?: string; signal: AbortSignal },
  ): Promise<Committed>;
  /** SHA-256 in hex -> photo, for those that the library already has. */
  findKnown(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Adds photos of the library to an album, at most one batch of ids. */
  addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void>;
  /** Makes the next attempt start over. */
  forget(file: File): void;
};

/**
 * Files up to this size are sent with the creation request: a single request for most, and losing the connection costs no more.
 */
const SENT_AT_ONCE = 4 * 1024 ** 2;
/** An upload without progress for this long is aborted and retried, in milliseconds. */
const STALLED_MS = 45_000;
/** Responses to HEAD that mean the upload is gone: a new one is created. */
const NO_UPLOAD: readonly number[] = [403, 404, 410];

type FileUpload = {
  file: File;
  /** Absolute address of the tus endpoint. */
  endpoint: string;
  /** Address of an earlier attempt to resume, or null. */
  url: string | null;
  onUrl: (url: string) => void;
  /** Called with the bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a file by the tus protocol, continuing an earlier attempt; returns the upload's address. Makes a single attempt: throws
 * an ApiProblem, or the signal's reason. Every request gets a fresh token, because long uploads outlive one.
 */
export function sendFile({ signal, ...sending }: FileUpload): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const watch = watchProgress(() => end(() => reject(problem('timeout', 0, sending.endpoint))));
    const upload: Upload = new Upload(sending.file, {
      ...optionsOf(sending),
      onUploadUrlAvailable: () => upload.url && sending.onUrl(upload.url),
      onProgress(sent) {
        watch.progressed();
        sending.onProgress(sent);
      },
      onSuccess: () => end(() => resolve(upload.url ?? '')),
      onError: (error) => end(() => reject(problemOf(error, sending.endpoint))),
    });
    const stop = () => end(() => reject(signal.reason));
    function end(settle: () => void) {
      watch.stop();
      signal.removeEventListener('abort', stop);
      void upload.abort();
      settle();
    }
    signal.addEventListener('abort', stop, { once: true });
    upload.start();
  });
}

function optionsOf({ file, endpoint, url }: Pick<FileUpload, 'file' | 'endpoint' | 'url'>): UploadOptions {
  return {
    endpoint,
    uploadUrl: url,
    uploadSize: file.size,
    metadata: { filename: file.name, filetype: file.type },
    uploadDataDuringCreation: file.size <= SENT_AT_ONCE,
    // Retries are counted and paced across all uploads.
    retryDelays: null,
    storeFingerprintForResuming: false,
    async onBeforeRequest(request) {
      request.setHeader('X-CorrelationId', randomUuid());
      const token = await requireConnection().accessToken();
      if (token) request.setHeader('Authorization', `Bearer ${token}`);
    },
    onAfterResponse: requireUse,
  };
}

/** Throws the problem in the response, except where tus-js-client handles it by creating a new upload. */
function requireUse(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (status >= 200 && status < 300) return;
  if (request.getMethod() === 'HEAD' && NO_UPLOAD.includes(status)) return;
  throw problem(codeOf(response.getBody()) ?? `http-${status}`, status, request.getURL());
}

function problemOf(error: Error & { causingError?: unknown }, url: string): ApiProblem {
  if (error.causingError instanceof ApiProblem) return error.causingError;
  return problem('network', 0, url, error);
}

function problem(code: string, status: number, url: string, cause?: unknown): ApiProblem {
  return new ApiProblem({ status, url, code, correlationId: '', endpoint: 'uploadFile' }, { cause });
}

function codeOf(body: string): string | null {
  const { code } = fieldsOf(parseJson(body));
  return typeof code === 'string' ? code : null;
}

function watchProgress(onStalled: () => void) {
  let timer = setTimeout(onStalled, STALLED_MS);
  return {
    progressed() {
      clearTimeout(timer);
      timer = setTimeout(onStalled, STALLED_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
