import { create } from 'zustand';

/** On a form, or a part of a page, that holds what was typed or chosen and is saved nowhere yet. */
const MARK = 'data-unsaved';

/** Properties that mark it. */
export const markOf = (isUnsaved: boolean) => ({ [MARK]: isUnsaved || undefined });

/** Whether something there would be lost. */
export const hasUnsaved = (within: ParentNode = document) => within.querySelector(`[${MARK}]`) !== null;

/** The question whether to discard what was typed, while it is open. */
export const useDiscardQuestion = create<{ answer: ((isDiscarded: boolean) => void) | null }>(() => ({
  answer: null,
}));

/** Resolves with whether the customer discards what was typed; a question that was open already is answered with no. */
export function askToDiscard(): Promise<boolean> {
  useDiscardQuestion.getState().answer?.(false);
  return new Promise((resolve) => {
    function answer(isDiscarded: boolean): void {
      useDiscardQuestion.setState({ answer: null });
      resolve(isDiscarded);
    }
    useDiscardQuestion.setState({ answer });
  });
}
