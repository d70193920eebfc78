import { saveAs } from './api/call.ts';

/** Saves a text as a file of the customer's device. */
export function saveText(fileName: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveAs(url, fileName);
  URL.revokeObjectURL(url);
}

/**
 * Copies a text that the page has already selected, or that stands in `shown`: over plain http there is no clipboard API, so
 * the selection is copied, or at least ready for Ctrl+C.
 */
export async function copyText(text: string, shown: Element | null = null): Promise<boolean> {
  if (shown) window.getSelection()?.selectAllChildren(shown);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}
