export { readEntries } from './present-entry.ts';
export { endEntries } from './store.ts';
