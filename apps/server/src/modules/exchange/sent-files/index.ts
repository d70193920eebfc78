/**
 * Files that services send for orders, projects and online products: how they arrive, what is kept of a picture, how they are
 * served and removed.
 */
export { isStored, sendPicture as sendStoredPicture } from './pictures.ts';
export { type Received, receiveFile, type Sent, sentContentOf } from './receive.ts';
export { addressOfDocument, addressOfFile, mountFiles, sendDocument } from './serve.ts';
export { removeLater, storeSent } from './store-sent.ts';
