import { correctPinCode, pinCode } from '@doorstep/contract/evidence/office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import type { LooseVerification } from '../../verifications/loose-verification.ts';

/** Calls `onDone` once the new state of the case is loaded. */
export function useCorrection(verification: LooseVerification, onDone: () => void) {
  const client = useQueryClient();
  const { verification_id: id, application_details } = verification;
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string>();
  const wrong = application_details?.pin_code ?? '';
  const refresh = () =>
    Promise.all([
      refetchChanged(client, 'verification', id),
      refetchChanged(client, 'applicant', application_details?.id),
    ]);
  const send = useMutation({
    mutationFn: async () => {
      const body = { pin_code: pin.trim(), instead_of: wrong };
      await call(correctPinCode, { params: { id }, body });
      await refresh();
    },
    onSuccess: onDone,
    // Reloads the case, because a colleague may have corrected the pin code. The form shows the current one.
    onError: refresh,
  });
  return {
    wrong,
    pin,
    problem,
    refusal: send.error
      ? messageOf(send.error, 'Couldn’t correct the pin code. Try again.')
      : undefined,
    isSending: send.isPending,
    label: send.isPending ? 'Correcting...' : 'Correct',
    setPin(typed: string) {
      setPin(typed);
      setProblem(undefined);
    },
    /** Sends the pin code. Returns false if the pin code is invalid or unchanged. */
    submit(): boolean {
      if (send.isPending) return true;
      const typed = pin.trim();
      const isPin = pinCode.test(typed);
      if (!isPin) setProblem('A pin code has six digits and does not begin with 0.');
      else if (typed === wrong) setProblem('This is the pin code in the file.');
      else send.mutate();
      return isPin && typed !== wrong;
    },
  };
}
