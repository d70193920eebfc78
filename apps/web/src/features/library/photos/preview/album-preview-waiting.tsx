import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { usePreviewExits } from './use-preview-exits.ts';

type Props = { error: unknown; onRetry: () => void };

const ALBUMS = '/my-photos/albums';

/** What stands while the album of a photo is on its way, or did not come; one that is not there leads to the list. */
export function AlbumPreviewWaiting({ error, onRetry }: Props) {
  const navigate = useNavigate();
  const isGone = error instanceof ApiProblem && error.status === 404;
  const status = isGone ? 'missing' : error ? 'failed' : 'loading';
  usePreviewExits({ status, error }, { missing: ALBUMS, empty: ALBUMS });
  const sequence: PreviewSequence = {
    status,
    photo: undefined,
    hasLeft: false,
    previous: null,
    next: null,
    beyond: [],
    selectedIn: undefined,
    position: undefined,
    error,
    retry: onRetry,
  };
  const close = () => void navigate({ href: ALBUMS, replace: true });
  return <PreviewScreen sequence={sequence} address={{ shownId: '', show: close, close }} actions={[]} />;
}
