/** Runs in the hidden frame at the end of a silent renewal: passes its address to the surrounding page (`ask-provider.ts`). */
window.parent.postMessage({ source: 'keepsake.sign-in', url: window.location.href }, window.location.origin);
