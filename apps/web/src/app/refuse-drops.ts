/**
 * A file dropped where nothing accepts it would replace the app, from the first moment on. Whatever accepts files listens later and
 * has the last word.
 */
export function refuseDrops(): void {
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
