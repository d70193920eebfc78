import { describeTexts } from '../../../../platform/testing/describe-texts.ts';
import { TEXTS } from './texts.ts';

describeTexts('storage retention', TEXTS);
