import { useTranslation } from 'react-i18next';
import { Modal } from '#/shared/ui/modal.tsx';
import type { SharedAlbumDetail } from './queries.ts';
import classes from './shared-album-page.module.css';

type Props = {
  participants: SharedAlbumDetail['participants'];
  isOpen: boolean;
  onClose: () => void;
};

/** The addresses of those who see an album [SHA-04]. */
export default function ParticipantsModal({ participants, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('sharedAlbum.participantsTitle')}>
      <ul className={classes.emails}>
        {participants.map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
      </ul>
    </Modal>
  );
}
