import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shared-album.module.css';
import type { SharedAlbumDetail } from './shared-album-query.ts';

const ParticipantsModal = lazy(() => import('./participants-modal.tsx'));

type Props = { album: SharedAlbumDetail; isOwner: boolean };

/** The owner finds who sees the album [SHA-03, SHA-04]; a participant, whose it is [SHA-05]. */
export function Members({ album, isOwner }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  if (!isOwner) return <span>{t('sharedAlbum.owner', { email: album.owner.email })}</span>;
  return (
    <>
      <button type="button" className={classes.members} onClick={() => setState('open')}>
        {t('sharedAlbum.participants', { count: album.participants.length })}
      </button>
      <Suspense fallback={null}>
        {state !== 'unused' && (
          <ParticipantsModal
            participants={album.participants}
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
          />
        )}
      </Suspense>
    </>
  );
}
