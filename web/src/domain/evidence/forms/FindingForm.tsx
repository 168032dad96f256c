import type { FindingAction } from '../use-findings.ts';
import { CorrectPinForm } from './CorrectPinForm.tsx';
import { DismissForm, type FindingFormProps } from './DismissForm.tsx';

export const FindingForm = ({ what, ...props }: FindingFormProps & { what: FindingAction }) =>
  what === 'dismiss' ? <DismissForm {...props} /> : <CorrectPinForm {...props} />;
