import { sendAsCustomer } from './call.ts';

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
