//! Tests of compiled expressions.

use super::super::bounds::Range;
use super::super::components::{Component, Die, Pool, Table};
use super::super::evaluate::Evaluator;
use super::super::functions::{COUNT, Function, KTH, LOWEST, OVER, WINS};
use super::super::pool::set_dice;
use super::*;
use proptest::prelude::*;

const VARIABLES: usize = 3;

/// Returns a program with variables, two pools of three dice, a table, and random nodes.
fn program(seeds: &[[usize; 4]]) -> Program {
    let mut program = Program::new();
    program.variables = vec![Range { low: -4, high: 4 }; VARIABLES];
    program.tables.push(Table {
        name: "table".to_owned(),
        has_rows: true,
        rows: vec![vec![3, -1], vec![0, 7]],
    });
    let [three, six] = [3, 6].map(|number| program.number(number));
    for position in 0..2 {
        program.pools.push(Pool {
            roll: 0,
            position,
            components: vec![Component {
                count: three,
                die: Die::Sides(six),
                rules: Vec::new(),
                text: String::new(),
            }],
            keep: Vec::new(),
        });
    }
    for variable in 0..VARIABLES {
        program.add(Node::Variable(variable)).unwrap();
    }
    for &[kind, a, b, c] in seeds {
        let [a, b, c] = [a, b, c].map(|seed| seed % program.node_count());
        let figure = |call, other: bool| {
            Node::Figure(super::super::program::Figure {
                function: call,
                pool: usize::from(other),
                other: other.then_some(0),
            })
        };
        let with = |function, arguments| Function {
            function,
            arguments,
        };
        let node = match kind % 26 {
            0 => Node::Unary(UnaryOp::Negate, a),
            1 => Node::Unary(UnaryOp::Not, a),
            2 => Node::Unary(UnaryOp::Abs, a),
            3 => Node::Unary(UnaryOp::Roll, a),
            4 => Node::If(a, b, c),
            5 => Node::Lookup(0, a, Some(b)),
            6 => figure(Function::of(&SUM), false),
            7 => figure(Function::of(&LOWEST), false),
            8 => figure(with(&KTH, Arguments::Number(a)), false),
            9 => {
                let selection = SelectionNode {
                    least: Some(a),
                    most: (c % 2 == 0).then_some(b),
                    inverted: c % 3 == 0,
                };
                figure(with(&COUNT, Arguments::Values(selection)), false)
            }
            10 => figure(Function::of(&WINS), true),
            11 => figure(with(&OVER, Arguments::None), true),
            kind => {
                let ops = [
                    BinaryOp::Add,
                    BinaryOp::Subtract,
                    BinaryOp::Multiply,
                    BinaryOp::Divide,
                    BinaryOp::Less,
                    BinaryOp::LessOrEqual,
                    BinaryOp::Equal,
                    BinaryOp::NotEqual,
                    BinaryOp::GreaterOrEqual,
                    BinaryOp::Greater,
                    BinaryOp::And,
                    BinaryOp::Or,
                    BinaryOp::Max,
                    BinaryOp::Min,
                ];
                Node::Binary(ops[kind - 12], a, b)
            }
        };
        // Nodes whose values could be too large are left out.
        let _ = program.add(node);
    }
    program
}

proptest! {
    #[test]
    fn code_and_the_plain_evaluator_agree(
        seeds in prop::collection::vec(any::<[usize; 4]>(), 1..60),
        variables in any::<[i8; VARIABLES]>(),
        dice in any::<[[u8; 3]; 2]>(),
        given in prop::collection::vec((any::<usize>(), -9_i64..9), 0..4),
        chosen in prop::collection::vec(any::<usize>(), 1..8),
    ) {
        let program = program(&seeds);
        let evaluator = Evaluator(&program);
        let mut plain = Values::new(&program);
        for (pool, dice) in dice.iter().enumerate() {
            let dice: Vec<i64> = dice.iter().map(|&die| i64::from(die % 6) + 1).collect();
            set_dice(evaluator, &mut plain, pool, dice.iter().copied());
        }
        for (variable, &value) in plain.variables.iter_mut().zip(&variables) {
            *variable = i64::from(value);
        }
        let is_read = |node: &NodeId| program.pools_read(*node) != 0;
        let given: Vec<(NodeId, i64)> = given
            .iter()
            .map(|&(node, value)| (node % program.node_count(), value))
            .filter(|(node, _)| is_read(node))
            .collect();
        plain.know(given.iter().copied());
        let known: Vec<NodeId> = given.iter().map(|one| one.0).collect();
        let nodes: Vec<NodeId> =
            chosen.iter().map(|node| node % program.node_count()).collect();
        let mut values = plain.clone();
        let expected: Vec<i64> =
            nodes.iter().map(|&node| evaluator.value(&mut plain, node)).collect();

        Code::of_values(&program, &known, &nodes).run(&program, &mut values);
        let found: Vec<i64> = nodes.iter().map(|&node| values.cell(node)).collect();
        prop_assert_eq!(&found, &expected);

        let conditions: Vec<(usize, NodeId)> = (3..).zip(nodes.iter().copied()).collect();
        let code = Code::of_conditions(&program, &known, &conditions);
        let bits = expected.iter().zip(3..).map(|(&value, bit)| u128::from(value != 0) << bit);
        prop_assert_eq!(code.run(&program, &mut values), bits.sum::<u128>());

        let changes: Vec<(usize, NodeId)> =
            (0..VARIABLES).rev().zip(nodes.iter().copied()).collect();
        Code::of_changes(&program, &known, &changes).run(&program, &mut values);
        for (&(variable, _), value) in changes.iter().zip(expected) {
            prop_assert_eq!(values.variables[variable], value);
        }
    }
}

/// Each node is an operand of both branches of the next one.
#[test]
fn code_is_not_much_longer_than_the_nodes_are_many() {
    let mut program = Program::new();
    program.variables = vec![Range { low: 0, high: 100 }];
    let variable = program.add(Node::Variable(0)).unwrap();
    let mut node = variable;
    for level in 0..100 {
        let level = program.number(level);
        let condition = program.add(Node::Binary(BinaryOp::Greater, variable, level));
        let branches = [BinaryOp::Add, BinaryOp::Subtract].map(|op| {
            let one = program.number(1);
            program.add(Node::Binary(op, node, one)).unwrap()
        });
        let [yes, no] = branches;
        node = program.add(Node::If(condition.unwrap(), yes, no)).unwrap();
    }
    let code = Code::of_values(&program, &[], &[node]);
    assert!(code.instructions.len() < 10 * program.node_count());
    let mut values = Values::new(&program);
    values.variables[0] = 30;
    code.run(&program, &mut values);
    assert_eq!(values.cell(node), 30 + 30 - 70);
}
