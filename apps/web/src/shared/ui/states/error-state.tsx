import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isLibraryHidden } from '../../api/api-problem.ts';
import { useChannel } from '../../configuration/configuration-context.ts';
import { HiddenNotice } from '../../retention/hidden-notice.tsx';
import { ErrorDrawing } from './error-drawing.tsx';
import classes from './states.module.css';

type Props = {
  error?: unknown;
  /** The screen's own text; the fallback text otherwise [ERR-01]. */
  message?: string;
  onRetry: () => void;
};

/** Characters of a correlation id that customer care needs to find a failure. */
const REFERENCE_LENGTH = 8;

/** What a screen shows that failed; a hidden library is no failure, and trying again would not bring it back. */
export function ErrorState(props: Props) {
  return isLibraryHidden(props.error) ? <HiddenNotice /> : <Failure {...props} />;
}

/** The text, 'Try again' [ERR-05], customer care [ERR-06] and a reference to quote. */
function Failure({ error, message, onRetry }: Props) {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const reference = error instanceof ApiProblem ? error.correlationId.slice(0, REFERENCE_LENGTH) : null;
  return (
    <div className={classes.state} role="alert">
      <ErrorDrawing />
      <p className={classes.sentence}>{message ?? t('errors.unexpected')}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>{t('errors.tryAgain')}</Button>
        <Anchor href={customerCareUrl}>{t('errors.contactCustomerCare')}</Anchor>
      </div>
      {reference && (
        <p className={classes.reference}>
          {t('errors.reference')} <code>{reference}</code>
        </p>
      )}
    </div>
  );
}
