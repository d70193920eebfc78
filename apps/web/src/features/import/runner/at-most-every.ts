/** A function that calls back soon after it is called, but no more often than every so many milliseconds. */
export function createAtMostEvery(milliseconds: number, callBack: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      callBack();
    }, milliseconds);
  };
}
