import type { AgentCall } from '@doorstep/contract/visits/calls';
import type { Visit } from '@doorstep/contract/visits/visit';

export function visitOf(fields: Partial<Visit> = {}): Visit {
  return {
    id: '0198c0de-0000-4000-8000-000000000007',
    applicant_id: 10001,
    application_id: 'HL-1',
    applicant: 'Meena Joshi',
    visit_type: 'RESIDENCE',
    agent_id: 1005,
    agent: 'Asha Verma',
    outcome: 'met',
    is_final: true,
    try_again_at: null,
    arrived_at: '2026-03-05T04:30:00.000Z',
    left_at: '2026-03-05T04:50:00.000Z',
    received_at: '2026-03-05T05:00:00.000Z',
    latitude: null,
    longitude: null,
    accuracy_m: null,
    overall_observation: 'positive',
    facts: { landmarkObserved: 'Hanuman temple' },
    statement: {
      neighbour1_name: 'Sushila Devi',
      neighbour1_address: '',
      neighbour1_feedback: 'Knows the family.',
      neighbour2_name: '',
      neighbour2_address: '',
      neighbour2_feedback: '',
      remark: 'Met in person.',
      verification_address: '',
    },
    photos: [],
    photos_expected: 0,
    photos_skipped: [],
    standing: 'held',
    held_because: 'reassigned',
    colleague: 'Ravi Kumar',
    colleague_since: '2026-03-05T03:30:00.000Z',
    resolved_by: null,
    resolved_at: null,
    resolution_note: '',
    verification_id: null,
    ...fields,
  };
}

export function callOf(fields: Partial<AgentCall> = {}): AgentCall {
  return {
    id: '0198c0de-0000-4000-8000-00000000000c',
    at: '2026-03-05T04:42:00.000Z',
    result: 'not_reachable',
    appointment_at: null,
    by: 'Asha Verma',
    assignment_version: 0,
    ...fields,
  };
}
