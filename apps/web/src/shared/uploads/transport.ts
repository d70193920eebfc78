import { type HttpRequest, type HttpResponse, Upload, type UploadOptions } from 'tus-js-client';
import { ApiProblem } from '../api/api-problem.ts';
import { requireConnection } from '../api/call.ts';
import { randomUuid } from '../api/send-request.ts';

type Sending = { onProgress: (sent: number) => void; signal: AbortSignal };

/** How files get to the library: what the queue needs of the uploads service. */
export type Transport = {
  /** Sends all bytes, from where an earlier try ended; gives the upload's id. */
  send(file: File, sending: Sending): Promise<string>;
  /** Makes a photo of the upload, of that album, too. Only its answer says that a file is saved. */
  commit(
    file: File,
    uploadId: string,
    options: { albumId?: string; signal: AbortSignal },
  ): Promise<{ imageId: string; isDuplicate: boolean }>;
  /** SHA-256 in hex -> photo, of those that the library already holds. */
  findKnown(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Puts photos of the library into an album; at most as many as are asked about at a time. */
  addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void>;
  /** The next try begins anew. */
  forget(file: File): void;
};

/** Bytes that go along with the announcement: one request for most files, and a cut costs no more than this. */
const SENT_AT_ONCE = 4 * 1024 ** 2;
/** An upload without progress for this long is cut off and tried again, in milliseconds. */
const STALLED_MS = 45_000;
/** Answers to the question how far an upload is that say there is none: a new one is begun. */
const NO_UPLOAD: readonly number[] = [403, 404, 410];

export type FileUpload = {
  file: File;
  /** Absolute address of the tus endpoint. */
  endpoint: string;
  /** Address of an earlier try that goes on from where it was, or null. */
  url: string | null;
  onUrl: (url: string) => void;
  /** Bytes that are on their way or have arrived. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a file by the tus protocol, from where an earlier try ended; gives the upload's address. One try: throws an
 * ApiProblem, or the signal's reason. Every request asks for a token anew, so that long uploads outlive theirs.
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
    // Tries are counted and spaced for all uploads together.
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

/** Throws what the answer says went wrong, but leaves to the library what begins an upload anew. */
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
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
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
