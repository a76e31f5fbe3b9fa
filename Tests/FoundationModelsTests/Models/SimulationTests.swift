// The variable of the environment by which people try an app in other states.

import FoundationModels
import Testing

@Suite struct SimulationTests {
    @Test func everyStateCanBeNamed() {
        let rows: [(String, SystemLanguageModel.Availability?, PrivateCloudComputeLanguageModel.Availability?)] = [
            ("", nil, nil), ("modelNotReady", .unavailable(.modelNotReady), nil),
            ("system=available", .available, nil),
            (
                "deviceNotEligible, cloud=systemNotReady", .unavailable(.deviceNotEligible),
                .unavailable(.systemNotReady)
            ),
            (
                "cloud=available,system=appleIntelligenceNotEnabled", .unavailable(.appleIntelligenceNotEnabled),
                .available
            ),
        ]
        for (text, system, cloud) in rows {
            let (simulation, complaints) = Simulation.parse(text)
            #expect(simulation.system == system)
            #expect(simulation.cloud == cloud)
            #expect(complaints.isEmpty)
        }
        #expect(Simulation.parse("quota=limitReached").simulation.quota?.isLimitReached == true)
        #expect(Simulation.parse("quota=approachingLimit").simulation.quota == .belowLimit(isApproaching: true))
        #expect(Simulation.parse("quota=belowLimit").simulation.quota == .belowLimit())
    }

    @Test func whatCanNotBeReadIsToldAndTheRestHolds() {
        let (simulation, complaints) = Simulation.parse("cloud=asleep,planet=mars,modelNotReady")
        #expect(simulation.system == .unavailable(.modelNotReady))
        #expect(simulation.cloud == nil)
        #expect(
            complaints == [
                "warning: FOUNDATIONMODELS_SIMULATE has unknown state 'asleep' of 'cloud'; known are 'available', "
                    + "'deviceNotEligible', 'systemNotReady' [models.simulate]",
                "warning: FOUNDATIONMODELS_SIMULATE has unknown key 'planet'; known are 'system', 'cloud', 'quota' "
                    + "[models.simulate]",
            ])
    }
}
