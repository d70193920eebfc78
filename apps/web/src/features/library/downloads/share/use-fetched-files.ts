import { getPhoto } from '@keepsake/contracts';
import { useEffect, useState } from 'react';
import { call } from '#/shared/api/call.ts';
import { downloadBlob } from '#/shared/api/download-blob.ts';
import { reportFailure } from '#/shared/error-reports/report-failure.ts';
import type { ChosenPhotos } from '#/shared/photo-actions/photo-action.ts';

type Fetched = { files: File[] | null; fetched: number; isFailed: boolean };
const NOTHING: Fetched = { files: null, fetched: 0, isFailed: false };

/** The originals of photos, fetched while `isWanted` and forgotten afterwards. */
export function useFetchedFiles(chosen: ChosenPhotos, isWanted: boolean) {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches anew
  useEffect(() => {
    if (!isWanted) return;
    const fetching = new AbortController();
    const { signal } = fetching;
    setState(NOTHING);
    fetchFiles(chosen, signal, () => {
      if (!signal.aborted) setState((before) => ({ ...before, fetched: before.fetched + 1 }));
    }).then(
      (files) => !signal.aborted && setState((before) => ({ ...before, files })),
      (error: unknown) => {
        if (signal.aborted) return;
        fetching.abort();
        reportFailure('SHARE_PHOTOS', error);
        setState({ ...NOTHING, isFailed: true });
      },
    );
    return () => {
      fetching.abort();
      setState(NOTHING);
    };
  }, [chosen, isWanted, attempt]);
  return { ...state, fetchAgain: () => setAttempt(attempt + 1) };
}

async function fetchFiles(
  { photoIds, photoOf }: ChosenPhotos,
  signal: AbortSignal,
  onFile: () => void,
): Promise<File[]> {
  const fetchOne = async (photoId: string) => {
    const photo = photoOf?.(photoId) ?? (await call(getPhoto, { params: { photoId } }, { signal }));
    const blob = await downloadBlob(photo.untouchedUrl, { signal });
    onFile();
    return new File([blob], photo.localFileName, { type: blob.type });
  };
  return Promise.all(photoIds.map(fetchOne));
}
