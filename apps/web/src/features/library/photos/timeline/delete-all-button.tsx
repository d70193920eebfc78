import { useTranslation } from 'react-i18next';
import { DeleteIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';

type Props = { onPress: () => void };

/** Asks for the whole library to be deleted [TL-21]. */
export function DeleteAllButton({ onPress }: Props) {
  const { t } = useTranslation();
  return <QuietButton icon={<DeleteIcon />} label={t('library.deleteAll')} onPress={onPress} isDangerous />;
}
