//! Properties of every operation on arbitrary operands, and agreement with the
//! host where it computes the same thing.

use proptest::prelude::*;

use super::Rounding::{NearestAway, NearestEven, TowardZero, Up};
use super::tests::{MODES, NX, run};
use super::*;

/// Bit patterns that crowd where the rules change: few significant bits, runs
/// of ones, and exponents at both ends and in the middle.
fn patterns<F: Format>() -> impl Strategy<Value = u64> {
    let (fraction_bits, exponents) = (F::FRACTION_BITS, 1u64 << F::EXPONENT_BITS);
    let exponent = prop_oneof![
        0..exponents,
        0u64..3,
        exponents - 3..exponents,
        exponents / 2 - 30..exponents / 2 + 30,
        exponents / 4 - 2..exponents / 4 + 2,
    ];
    let last = (1u64 << fraction_bits) - 1;
    let fraction = prop_oneof![
        0..=last,
        0u64..3,
        last - 2..=last,
        (0..fraction_bits).prop_map(|bit| 1u64 << bit),
    ];
    (any::<bool>(), exponent, fraction).prop_map(move |(negative, exponent, fraction)| {
        let sign = if negative { F::SIGN.into() } else { 0 };
        sign | exponent << fraction_bits | fraction
    })
}

fn single() -> impl Strategy<Value = u32> {
    patterns::<Single>().prop_map(Single::from_raw)
}

fn double() -> impl Strategy<Value = u64> {
    patterns::<Double>()
}

fn canonical<F: Format>(value: F::Host) -> F::Bits {
    let bits = F::from_host(value);
    if is_nan::<F>(bits) {
        F::CANONICAL_NAN
    } else {
        bits
    }
}

/// Every arithmetic operation on the operands: as exposed, in software alone,
/// and by the host.
type Case<F> = (Operator<F>, Operator<F>, <F as Format>::Host);

type Operator<F> = Box<dyn Fn(Rounding, &mut Flags) -> <F as Format>::Bits>;

fn cases<F: Format + 'static>(a: F::Bits, b: F::Bits, c: F::Bits) -> Vec<Case<F>> {
    let (x, y, z) = (F::to_host(a), F::to_host(b), F::to_host(c));
    let software = |operation| -> Operator<F> {
        Box::new(move |rm, flags| compute::<F>(operation, rm, flags))
    };
    vec![
        (
            Box::new(move |rm, flags| add::<F>(a, b, rm, flags)),
            software(Operation::Add(a, b)),
            x + y,
        ),
        (
            Box::new(move |rm, flags| sub::<F>(a, b, rm, flags)),
            software(Operation::Sub(a, b)),
            x - y,
        ),
        (
            Box::new(move |rm, flags| mul::<F>(a, b, rm, flags)),
            software(Operation::Mul(a, b)),
            x * y,
        ),
        (
            Box::new(move |rm, flags| div::<F>(a, b, rm, flags)),
            software(Operation::Div(a, b)),
            x / y,
        ),
        (
            Box::new(move |rm, flags| fused::<F>(a, b, c, rm, flags)),
            software(Operation::Fused(a, b, c)),
            F::host_fused(x, y, z),
        ),
        (
            Box::new(move |rm, flags| sqrt::<F>(a, rm, flags)),
            Box::new(move |rm, flags| general_sqrt::<F>(a, rm, flags)),
            F::host_sqrt(x),
        ),
    ]
}

/// What must hold of every operation on any operands.
fn check_operations<F: Format + 'static>(a: F::Bits, b: F::Bits, c: F::Bits) {
    for (exposed, software, host) in cases::<F>(a, b, c) {
        assert_eq!(
            software(NearestEven, &mut Flags::default()),
            canonical::<F>(host)
        );
        for accrued in [Flags::default(), Flags::INEXACT] {
            for rm in MODES {
                let (mut fast, mut slow) = (accrued, accrued);
                assert_eq!(exposed(rm, &mut fast), software(rm, &mut slow));
                assert_eq!(fast, slow);
            }
        }
        check_directions::<F>(|rm| run(|flags| software(rm, flags)));
    }
}

/// The modes agree on an exact result and bracket any other.
fn check_directions<F: Format>(operation: impl Fn(Rounding) -> (F::Bits, u8)) {
    let [nearest, zero, down, up, away] = MODES.map(&operation);
    if is_nan::<F>(nearest.0) {
        assert!([zero, down, up, away].iter().all(|&other| other == nearest));
        return;
    }
    let [n, z, d, u, a] = [nearest, zero, down, up, away].map(|(bits, _)| order::<F>(bits));
    for (_, flags) in [nearest, zero, down, up, away] {
        assert_eq!(flags & NX, nearest.1 & NX);
        // Underflow and overflow come only with inexact.
        assert!(flags & NX != 0 || flags & 6 == 0);
    }
    assert_eq!(d == u, nearest.1 & NX == 0);
    assert!([n, a].iter().all(|&x| x == d || x == u));
    // The bracket has no value inside, and its end nearer zero is truncation.
    assert!(u == d || u == d + 1);
    assert_eq!(z, if u > 0 { d } else { u });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn single_operations(a in single(), b in single(), c in single()) {
        check_operations::<Single>(a, b, c);
    }

    #[test]
    fn double_operations(a in double(), b in double(), c in double()) {
        check_operations::<Double>(a, b, c);
    }

    /// A sum that almost cancels the product is the hard case of a fused one.
    #[test]
    fn cancelling_fused(a in double(), b in double(), nudge in -2i64..3) {
        let product = mul::<Double>(a, b, NearestEven, &mut Flags::default());
        let near = product.wrapping_add_signed(nudge);
        check_operations::<Double>(a, b, negate::<Double>(near));
    }

    /// No host mode shows this one. A product of binary32 values is exact in
    /// binary64, and so is its distance to either neighbour.
    #[test]
    fn nearest_away_takes_the_outer_of_equals(a in single(), b in single()) {
        let [inner, outer, away] = [TowardZero, Up, NearestAway].map(|rm| {
            // Signs apart, upwards is outwards.
            let (a, b) = (a & !Single::SIGN, b & !Single::SIGN);
            f64::from(f32::from_bits(run(|flags| mul::<Single>(a, b, rm, flags)).0))
        });
        let exact = (f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b))).abs();
        if outer.is_finite() {
            let nearer_inner = exact - inner < outer - exact;
            prop_assert_eq!(away, if nearer_inner { inner } else { outer });
        }
    }

    #[test]
    fn narrowing(a in double(), b in single(), nudge in -2i64..3) {
        // Values next to a binary32 one are where narrowing is close.
        let near = f64::from(f32::from_bits(b)).to_bits().wrapping_add_signed(nudge);
        for a in [a, near] {
            let host = canonical::<Single>(f64::from_bits(a) as f32);
            for accrued in [Flags::default(), Flags::INEXACT] {
                prop_assert_eq!(narrow(a, NearestEven, &mut accrued.clone()), host);
            }
            check_directions::<Single>(|rm| run(|flags| narrow(a, rm, flags)));
        }
    }

    #[test]
    fn widening_narrows_back(a in single(), mode in 0usize..5) {
        let (wide, _) = run(|flags| widen(a, flags));
        prop_assert_eq!(wide, canonical::<Double>(f64::from(f32::from_bits(a))));
        let back = run(|flags| narrow(wide, MODES[mode], flags));
        prop_assert_eq!(back, (canonical::<Single>(f32::from_bits(a)), 0));
    }

    #[test]
    fn integers_as_the_host_has_them(value: i32, a in single(), b in double()) {
        let unsigned = value as u32;
        let rm = NearestEven;
        prop_assert_eq!(run(|f| from_i32::<Single>(value, rm, f)).0, (value as f32).to_bits());
        prop_assert_eq!(run(|f| from_u32::<Single>(unsigned, rm, f)).0, (unsigned as f32).to_bits());
        check_directions::<Single>(|rm| run(|f| from_i32::<Single>(value, rm, f)));
        check_directions::<Single>(|rm| run(|f| from_u32::<Single>(unsigned, rm, f)));
        for rm in MODES {
            let (wide, flags) = run(|f| from_i32::<Double>(value, rm, f));
            prop_assert_eq!((wide, flags), (f64::from(value).to_bits(), 0));
            prop_assert_eq!(run(|f| to_i32::<Double>(wide, rm, f)), (value, 0));
        }
        // The host truncates and saturates too, but has NaN as zero.
        if !is_nan::<Single>(a) {
            let host = f32::from_bits(a);
            prop_assert_eq!(run(|f| to_i32::<Single>(a, TowardZero, f)).0, host as i32);
            prop_assert_eq!(run(|f| to_u32::<Single>(a, TowardZero, f)).0, host as u32);
        }
        if !is_nan::<Double>(b) {
            let host = f64::from_bits(b);
            prop_assert_eq!(run(|f| to_i32::<Double>(b, TowardZero, f)).0, host as i32);
            prop_assert_eq!(run(|f| to_u32::<Double>(b, TowardZero, f)).0, host as u32);
        }
    }

    #[test]
    fn comparisons_as_the_host_has_them(a in double(), b in double()) {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        prop_assert_eq!(run(|f| eq::<Double>(a, b, f)).0, x == y);
        prop_assert_eq!(run(|f| lt::<Double>(a, b, f)).0, x < y);
        prop_assert_eq!(run(|f| le::<Double>(a, b, f)).0, x <= y);
    }
}
