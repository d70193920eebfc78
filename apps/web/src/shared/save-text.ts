import { saveAs } from './api/call.ts';

/** Saves a text as a file of the customer's device. */
export function saveText(fileName: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveAs(url, fileName);
  URL.revokeObjectURL(url);
}
