// The door of plans: what each account may use, by the name of the plan in its subscription. Without a file of plans nothing is limited.

export { hasMemberRoom, requireMemberRoom, requireRoomForOne } from './member-room.ts'
export type { Plan } from './plan.ts'
export { createPlanCache, type PlanCache } from './plan-cache.ts'
export { type Plans, readPlans } from './read-plans.ts'
export { featureOf, registerPlanRules, requireFeature } from './rules.ts'
