import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '#/features/library/state/index.ts';
import { DeleteIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';

/** Leads to deleted photos; absent where a deletion is final at once. */
export function DeletedLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!useQuery(countsQuery).data?.deletedDays) return null;
  return (
    <QuietButton
      icon={<DeleteIcon />}
      label={t('deleted.title')}
      onPress={() => void navigate({ to: '/my-photos/deleted' })}
    />
  );
}
