import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import type { SharedAlbumDetail } from './queries.ts';
import classes from './shared-album-page.module.css';

type Props = Pick<SharedAlbumDetail, 'participants'> & DialogProps;

/** Lists the email addresses of participants [SHA-04]. */
export default function ParticipantsDialog({ participants, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('sharedAlbum.participantsTitle')}>
      <ul className={classes.emails}>
        {participants.map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
      </ul>
    </Dialog>
  );
}
