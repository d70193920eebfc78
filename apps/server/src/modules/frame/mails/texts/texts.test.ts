import { describeTexts } from '../../../../platform/testing/describe-texts.ts';
import { TEXTS } from './texts.ts';

describeTexts('all mails', TEXTS);
