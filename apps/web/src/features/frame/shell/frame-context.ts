import { createContext, useContext } from 'react';

export const FrameContext = createContext(false);

/** Whether the content is inside a frame; previews and other full-screen pages are not. */
export const useIsFramed = () => useContext(FrameContext);
