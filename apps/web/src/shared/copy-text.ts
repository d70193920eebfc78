/** Copies a text that is selected: over plain http browsers have no clipboard API, and the selection is copied, or ready for Ctrl+C. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}
